"""Under which addresses this machine is reached, and a certificate for them."""

import ipaddress
import socket
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import segno


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses in its networks, the usual one first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        # Nothing is sent: this only asks the system which of its addresses it would use.
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    usable = (one for one in found if ":" not in one and not one.startswith("127."))
    return list(dict.fromkeys(usable))


def qr_code(text: str) -> str:
    """A QR code of block letters, for a terminal."""
    code = segno.make(text, error="m")
    rows = [[bool(cell) for cell in row] for row in code.matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    pairs = (
        zip(upper, lower, strict=True) for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
    # Light on dark: most terminals are dark, and phones read the code only with a light margin.
    return "\n".join("".join(_BLOCKS[pair] for pair in row) for row in pairs)


_BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


def certificate(folder: Path, addresses: list[str]) -> tuple[Path, Path]:
    """A self-made certificate for `addresses` and its key, as files in `folder`.

    Made anew for every start: browsers ask about it anyway, and addresses change.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "hupai")])
    names = [x509.IPAddress(ipaddress.ip_address(one)) for one in (*addresses, "127.0.0.1")]
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost"), *names]), False)
        .sign(key, hashes.SHA256())
    )
    folder.mkdir(parents=True, exist_ok=True)
    key_file, certificate_file = folder / "key.pem", folder / "certificate.pem"
    key_file.touch(mode=0o600)
    key_file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    certificate_file.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return certificate_file, key_file
