"""Columns that are not nullable. Spark trusts the schema, so a null in them would be any value."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow


class MissingValue(ValueError):
    """A null, or a missing member, in a column that is not nullable."""


def filtered(batch: pyarrow.RecordBatch, schema: pyarrow.Schema) -> pyarrow.RecordBatch:
    """The rows that have a value in each column that is not nullable."""
    import pyarrow.compute

    for field in schema:
        if not field.nullable and field.name in batch.schema.names and batch.column(field.name).null_count:
            batch = batch.filter(pyarrow.compute.is_valid(batch.column(field.name)))
    return batch


def checked(array: pyarrow.Array, field: pyarrow.Field, place: str = "") -> pyarrow.Array:
    """The array in the type of a field.

    :raises MissingValue: if the array has a null, and the field is not nullable.
    """
    import pyarrow

    place = f"{place}.{field.name}" if place else field.name
    if not field.nullable and array.null_count:
        raise MissingValue(f"a row has no value for '{place}', which is not nullable: make it nullable, or set on_bad_row=skip")
    kind = field.type
    if array.type == kind:
        return array
    # Only what is nullable differs.
    mask = array.is_null()
    if pyarrow.types.is_struct(kind):
        members = []
        for index, member in enumerate(kind):
            present = array.field(index).filter(array.is_valid())
            checked(present, member, place)
            members.append(checked(array.field(index), member.with_nullable(True), place))
        return pyarrow.StructArray.from_arrays(members, fields=list(kind), mask=mask)
    if pyarrow.types.is_list(kind):
        return pyarrow.ListArray.from_arrays(array.offsets, checked(array.values, kind.value_field, place), type=kind, mask=mask)
    if pyarrow.types.is_map(kind):
        items = checked(array.items, kind.item_field, place)
        return pyarrow.MapArray.from_arrays(array.offsets, array.keys, items, type=kind, mask=mask)
    return array.cast(kind)
