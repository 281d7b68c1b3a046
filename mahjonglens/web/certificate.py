"""A certificate this machine makes for itself: browsers give the camera to HTTPS pages only."""

from __future__ import annotations

import ipaddress
import os
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAYS = 397  # the longest that phones accept
_RENEW_DAYS = 30


def lan_address() -> str:
    """The address under which others in the local network reach this machine.

    Nothing is sent: connecting a UDP socket only asks the system which interface it would take.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def certificate_for(folder: Path, addresses: tuple[str, ...]) -> tuple[Path, Path]:
    """(certificate, key) files for these addresses; kept in `folder` until they run out.

    Keeping them spares the phone a second warning. The key is readable by its owner alone.
    """
    folder.mkdir(parents=True, exist_ok=True)
    certificate, key = folder / "certificate.pem", folder / "certificate-key.pem"
    if not (key.exists() and _serves(certificate, addresses)):
        _make(certificate, key, addresses)
    return certificate, key


def fingerprint(certificate: Path) -> str:
    """SHA-256 of the certificate, as browsers show it: ``AB:CD:…``."""
    digest = x509.load_pem_x509_certificate(certificate.read_bytes()).fingerprint(hashes.SHA256())
    return ":".join(f"{byte:02X}" for byte in digest)


def _serves(certificate: Path, addresses: tuple[str, ...]) -> bool:
    try:
        known = x509.load_pem_x509_certificate(certificate.read_bytes())
        names = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    lasts = known.not_valid_after_utc > datetime.now(UTC) + timedelta(days=_RENEW_DAYS)
    return lasts and set(_names(addresses)) <= set(names)


def _make(certificate: Path, key: Path, addresses: tuple[str, ...]) -> None:
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mahjonglens at this table")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(_names(addresses)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(private, hashes.SHA256())
    )
    _write(
        key,
        private.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
    )
    _write(certificate, made.public_bytes(serialization.Encoding.PEM))


def _write(path: Path, content: bytes) -> None:
    path.unlink(missing_ok=True)  # a file that others can read keeps its mode when written again
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)


def _names(addresses: tuple[str, ...]) -> list[x509.GeneralName]:
    names: list[x509.GeneralName] = []
    for address in addresses:
        try:
            names.append(x509.IPAddress(ipaddress.ip_address(address)))
        except ValueError:
            names.append(x509.DNSName(address))
    return names
