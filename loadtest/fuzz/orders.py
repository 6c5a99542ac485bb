"""What the description of the API cannot say: lines of orders, how numbers and times are written, and a header that
repeats a parameter.
"""

import json
from datetime import datetime

import schemathesis
from hypothesis import strategies as st

ORDER = st.fixed_dictionaries(
    {
        "side": st.sampled_from(["BUY", "SELL"]),
        "productId": st.sampled_from(["apple", "pear", "plum"]),
        "quantity": st.integers(min_value=1, max_value=10**15),
        "price": st.sampled_from(["1.20", "1.25", "0.0001", "99999999999999.9999"]),
        "userId": st.sampled_from(["bob", "sue"]),
    },
    optional={"timeInForce": st.sampled_from(["GTC", "IOC"]), "clientOrderId": st.text(max_size=4)},
)
CANCEL = st.just({"cancel": "01a1f9d2-6982-7025-977f-16f910879783", "userId": "bob"})
GARBAGE = st.binary(max_size=40).map(lambda line: line.replace(b"\n", b" "))
LINE = st.one_of(ORDER, CANCEL).map(lambda order: json.dumps(order).encode()) | GARBAGE

# Times that an order may have, or candles: any others are refused.
TIME = st.datetimes(min_value=datetime(1970, 1, 1, 0, 0, 1), max_value=datetime(9999, 12, 30))
schemathesis.openapi.format("date-time", TIME.map(lambda time: time.isoformat() + "Z"))

schemathesis.openapi.media_type("application/x-ndjson", st.lists(LINE, max_size=20).map(b"\n".join))


@schemathesis.hook
def before_load_schema(context, description):
    """Schemathesis draws bodies of lines from LINE, and then takes no example of them."""
    description["paths"]["/orders"]["post"]["requestBody"]["content"]["application/x-ndjson"].pop("examples", None)


def in_digits(value):
    """A whole number as the gateway reads it: 5.0 is one for a schema."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


@schemathesis.hook
def map_case(context, case):
    """Idempotency-Key and clientOrderId are one thing, and neither is a stream's: which no schema can say."""
    key = "Idempotency-Key"
    given = None
    for fields in (case.query, case.body):
        if isinstance(fields, dict):
            given = fields.get("clientOrderId", given)
            for name in ("quantity", "limit", "depth", "before", "after"):
                if name in fields:
                    fields[name] = in_digits(fields[name])
    if (given is not None or case.media_type == "application/x-ndjson") and case.headers and key in case.headers:
        del case.headers[key]
    return case


@schemathesis.hook
def before_call(context, case, kwargs):
    """Examples come here without map_case; what is to be refused stays as it is."""
    if case.meta is None or case.meta.generation.mode.is_positive:
        map_case(context, case)
