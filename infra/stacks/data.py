"""What is kept: tables, buckets, keys, and the search index. Nothing here runs code."""

from aws_cdk import CfnOutput, RemovalPolicy, Stack
from constructs import Construct

from infra.buckets import BUCKETS
from infra.constructs.bucket import PrivateBucket
from infra.constructs.environment import search_variables
from infra.constructs.keys import CertificateKey, DataKey, WrappingKey
from infra.constructs.naming import construct_id as named
from infra.constructs.resources import Resources, Search
from infra.constructs.search_domain import SearchDomain
from infra.constructs.table import DataTable
from infra.settings import StageSettings
from infra.tables import TABLES, layouts_json


class DataStack(Stack):
    """The stateful half of a stage; protected from deletion where the stage asks for it."""

    def __init__(self, scope: Construct, construct_id: str, *, settings: StageSettings) -> None:
        super().__init__(
            scope,
            construct_id,
            description="Mneme: tables, buckets, keys and search domain",
            termination_protection=settings.protect,
        )
        removal = RemovalPolicy.RETAIN if settings.protect else RemovalPolicy.DESTROY
        data_key = DataKey(self, "DataKey", removal=removal)
        self.resources = Resources(
            tables={
                row.name: DataTable(
                    self, named(row.name, "Table"), row=row, key=data_key, protect=settings.protect
                )
                for row in TABLES
            },
            buckets={
                row.name: PrivateBucket(
                    self, named(row.name, "Bucket"), row=row, key=data_key, protect=settings.protect
                )
                for row in BUCKETS
            },
            data_key=data_key,
            wrapping_key=WrappingKey(self, "WrappingKey", removal=removal),
            certificate_keys=tuple(
                CertificateKey(self, f"Certificate{number + 1}Key", removal=removal)
                for number in range(settings.certificate_keys)
            ),
            search=self._search(settings, data_key),
        )
        self._export_in_order()
        self._tell_operators(settings)

    def _search(self, settings: StageSettings, key: DataKey) -> Search | None:
        domain = None
        if settings.search is not None:
            domain = SearchDomain(
                self, "Search", size=settings.search, key=key, protect=settings.protect
            )
        if settings.opensearch_url:
            return Search(url=settings.opensearch_url, arn=None)
        if domain is None:
            return None
        return Search(url=domain.url, arn=domain.arn, domain=domain.domain_name)

    def _export_in_order(self) -> None:
        """Name what the service takes of here, in the order of the data modules.

        Else exports stand in the order in which policies name them, which CDK sorts by the numbers
        of its own tokens: those differ from one synthesis to the next.
        """
        for table in self.resources.tables.values():
            self.export_value(table.table_arn)
        for bucket in self.resources.buckets.values():
            self.export_value(bucket.bucket_arn)
        for table in self.resources.tables.values():
            self.export_value(table.table_name)
        if self.resources.search is not None and self.resources.search.domain is not None:
            self.export_value(self.resources.search.domain)

    def _tell_operators(self, settings: StageSettings) -> None:
        """Publish what the administration commands need to find tables, key and index."""
        names = {name: table.table_name for name, table in self.resources.tables.items()}
        CfnOutput(self, "TablesLayout", value=layouts_json(names))
        buckets = {name: bucket.bucket_name for name, bucket in self.resources.buckets.items()}
        CfnOutput(self, "BucketNames", value=self.to_json_string(buckets))
        CfnOutput(self, "WrappingKeyArn", value=self.resources.wrapping_key.key_arn)
        keys = [key.key_arn for key in self.resources.certificate_keys]
        CfnOutput(self, "CertificateKeyArns", value=self.to_json_string(keys))
        if self.resources.search is not None:
            told = search_variables(self.resources.search, settings)
            CfnOutput(self, "SearchVariables", value=self.to_json_string(told))
