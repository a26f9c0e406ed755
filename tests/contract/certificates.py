"""A certificate of a server on this machine, which signs itself."""

from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

TRUSTED = "SSL_CERT_FILE"
"""The variable that names the certificates a client trusts."""


def write_certificate(folder: Path, *names: str) -> Path:
    """Return a file with a certificate for 127.0.0.1 and these host names, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a server")])
    now = datetime.now(UTC)
    address = x509.IPAddress(IPv4Address("127.0.0.1"))
    own = x509.SubjectAlternativeName([address, *map(x509.DNSName, names)])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(own, critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "server.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    return file
