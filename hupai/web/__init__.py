"""The page: photograph, correct and settle a hand in a browser. Needs the extra `web`."""
