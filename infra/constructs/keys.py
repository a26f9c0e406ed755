"""The customer-managed keys of a stage."""

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from constructs import Construct

TENANT_CONTEXT = "kms:EncryptionContext:tenant"
WAITING = Duration.days(30)
"""For so long the deletion of a key can be taken back: what it encrypts is lost with it."""


class DataKey(kms.Key):
    """Encrypts what AWS stores for us: tables, queues, buckets, the search domain."""

    def __init__(self, scope: Construct, construct_id: str, *, removal: RemovalPolicy) -> None:
        super().__init__(
            scope,
            construct_id,
            description="Mneme: encryption at rest",
            enable_key_rotation=True,
            pending_window=WAITING,
            removal_policy=removal,
        )


class WrappingKey(kms.Key):
    """Wraps the branch keys of tenants, each only under an encryption context naming its tenant."""

    def __init__(self, scope: Construct, construct_id: str, *, removal: RemovalPolicy) -> None:
        super().__init__(
            scope,
            construct_id,
            description="Mneme: wraps the branch keys of tenants",
            enable_key_rotation=True,
            pending_window=WAITING,
            removal_policy=removal,
        )
        # The functions' roles ask for the context too; this holds for everybody else as well.
        self.add_to_resource_policy(
            iam.PolicyStatement(
                sid="RefuseWithoutTenant",
                effect=iam.Effect.DENY,
                principals=[iam.AnyPrincipal()],
                actions=["kms:Decrypt", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom"],
                resources=["*"],
                conditions={"Null": {TENANT_CONTEXT: "true"}},
            )
        )


class CertificateKey(kms.Key):
    """Signs certificates of erasures; whoever has its public half can verify them.

    KMS rotates no such key: a stage that wants another one counts one more, and keeps this one for
    the certificates that it has signed.
    """

    def __init__(self, scope: Construct, construct_id: str, *, removal: RemovalPolicy) -> None:
        super().__init__(
            scope,
            construct_id,
            description="Mneme: signs certificates of erasures",
            key_spec=kms.KeySpec.ECC_NIST_P256,
            key_usage=kms.KeyUsage.SIGN_VERIFY,
            pending_window=WAITING,
            removal_policy=removal,
        )
