"""Short names of types in the package's signatures."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .operators import Operator

Config: TypeAlias = str | Mapping[str, Any]  # a name, YAML or a map
Source: TypeAlias = str | PathLike[str] | Mapping[str, Any]  # a file, YAML of several lines or a map
FilePath: TypeAlias = str | PathLike[str]
Floats: TypeAlias = npt.NDArray[np.float64]
Frame: TypeAlias = Any  # a pandas.DataFrame
Backup: TypeAlias = Config | Operator
Shadows: TypeAlias = Sequence[Backup] | Mapping[str, Backup]
