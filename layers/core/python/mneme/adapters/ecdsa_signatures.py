"""Signatures of ECDSA on P-256 with SHA-256, verified."""

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key


class EcdsaSignatures:
    """`Signatures` by the library that everybody else's may be compared with."""

    def fits(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        """Return whether the signature is of this message, by the private half of this key."""
        try:
            key = load_der_public_key(public_key)
            if not isinstance(key, ec.EllipticCurvePublicKey) or key.curve.name != "secp256r1":
                return False
            key.verify(signature, message, ec.ECDSA(SHA256()))
        except (InvalidSignature, UnsupportedAlgorithm, ValueError):
            return False
        return True
