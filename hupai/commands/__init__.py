"""The commands of `hupai`, a module each."""
