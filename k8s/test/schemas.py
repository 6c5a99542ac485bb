"""Makes strict JSON schemas, which refuse fields that they do not name.

usage: schemas.py OUT KUBERNETES_VERSION KUBERNETES_VALIDATE_WHEEL CRD.yaml...
"""
import json
import pathlib
import re
import sys
import zipfile

import yaml

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# An enum of matchers has a plain `=`, which YAML 1.1 takes for a type of its own.
Loader.add_constructor("tag:yaml.org,2002:value", lambda loader, node: node.value)


def core_schemas(out, version, wheel):
    """Kubernetes' own, strict ones of the wheel, with references that work from a folder."""
    prefix = f"kubernetes_validate/kubernetes-json-schema/v{version}.0-local-strict/"
    out.mkdir(parents=True)
    with zipfile.ZipFile(wheel) as files:
        names = [n for n in files.namelist() if n.startswith(prefix) and n.endswith(".json")]
        if not names:
            sys.exit(f"{wheel}: no {prefix} (expected: schemas of Kubernetes {version})")
        for name in names:
            text = files.read(name).decode().replace('"/api/_definitions.json#', '"_definitions.json#')
            text = re.sub(r'"\$id": "https://kubernetes.io/[^"]*"', '"$comment": ""', text)
            (out / name[len(prefix):]).write_text(text)


def strict(schema):
    """The schema of a custom resource, as the API server applies it when it validates strictly."""
    if isinstance(schema, list):
        return [strict(s) for s in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: strict(value) for key, value in schema.items()}
    if schema.get("x-kubernetes-int-or-string") is True:
        schema.pop("type", None)
        schema["oneOf"] = [{"type": "string"}, {"type": "integer"}]
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object" \
            and not schema.get("x-kubernetes-preserve-unknown-fields"):
        schema.setdefault("additionalProperties", False)
    return schema


def custom_schemas(out, path):
    """One file for each version of each definition in a file."""
    for definition in yaml.load_all(pathlib.Path(path).read_text(), Loader=Loader):
        if not definition or definition.get("kind") != "CustomResourceDefinition":
            continue
        spec = definition["spec"]
        folder = out / spec["group"]
        folder.mkdir(exist_ok=True)
        for version in spec["versions"]:
            schema = strict(version["schema"]["openAPIV3Schema"])
            schema["properties"]["metadata"] = {"type": "object"}
            (folder / f"{spec['names']['kind'].lower()}_{version['name']}.json").write_text(json.dumps(schema))


def main(out, version, wheel, *definitions):
    out = pathlib.Path(out)
    core_schemas(out / "core", version, wheel)
    for path in definitions:
        custom_schemas(out, path)


main(*sys.argv[1:])
