"""How weights of a few numbers are fitted to a yes or a no."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
STEPS = 60
KEPT_SMALL = 1.0


def logistic(rows: Floats, right: Floats, kept_small: float = KEPT_SMALL) -> Floats:
    """Logistic regression by Newton's method; the constant comes first.

    ``kept_small`` is how strongly weights are drawn to zero; the constant hardly is.
    """
    seen = np.hstack([np.ones((len(rows), 1)), rows])
    weights, small = np.zeros(seen.shape[1]), np.eye(seen.shape[1]) * kept_small
    small[0, 0] = 1e-6
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-seen @ weights))
        spread = (likely * (1 - likely) + 1e-6)[:, None]
        slope = seen.T @ (right - likely) - small @ weights
        weights += np.linalg.solve(seen.T @ (seen * spread) + small, slope)
    return weights
