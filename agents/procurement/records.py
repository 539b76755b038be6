"""The items of the catalog, as operators and staff write them one by one."""

from agents.procurement.settings import ProcurementSettings
from agents.procurement.store.catalog_items import change_item, put_item, read_item, retire_item
from agents.records import RecordKind


def _staff() -> frozenset[str]:
    return ProcurementSettings.load().catalog_staff


RECORDS = (
    RecordKind(
        "catalog/items",
        _staff,
        read=read_item,
        put=put_item,
        change=change_item,
        retire=retire_item,
    ),
)
