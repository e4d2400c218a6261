"""`make sbom`: adds to a CycloneDX file what no package manager knows, and judges the whole by the format's own schema.

The law of this file: it runs in the environment of the Makefile that holds cyclonedx-bom, not in the companion's.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tools.licences import CARRIED


def main() -> int:
    file = Path(sys.argv[1])
    bom = json.loads(file.read_text())
    bom["components"] += [
        {"type": "data", "bom-ref": f"carried-{name}", "name": name, "licenses": [{"license": {"id": licence}}]}
        for name, (licence, _) in CARRIED.items()
    ]
    text = json.dumps(bom, indent=1)
    if wrong := JsonStrictValidator(SchemaVersion.from_version(bom["specVersion"])).validate_str(text):
        print(f"{file}: {wrong}", file=sys.stderr)
        return 1
    file.write_text(text)
    print(f"{file}: {len(bom['components'])} components, CycloneDX {bom['specVersion']}, valid")
    return 0


if __name__ == "__main__":
    sys.exit(main())
