"""What lies in the folder `shared` beside this checkout, where it does: rule cases, photos and filmed rolls.

The law of this file: it is read where it lies and never copied, and a test that needs it is left out where it is not.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

SHARED: Final = Path(__file__).parents[2] / "shared"
PHOTOS: Final = SHARED / "dice" / "photos"
FILMS: Final = SHARED / "dice" / "renders"


def _needs(folder: Path, what: str) -> pytest.MarkDecorator:
    where = folder.relative_to(SHARED.parent)
    return pytest.mark.skipif(not folder.is_dir(), reason=f"{what} are not here: put {where} beside this checkout")


needs_cases = _needs(SHARED / "cases", "the rule cases")
needs_numbers = _needs(SHARED / "rules", "the rules' tables")
needs_photos = _needs(PHOTOS, "the photos of dice")
needs_films = _needs(FILMS, "the filmed rolls")
