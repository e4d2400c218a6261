"""Rays through scenes of rounded cubes, fingers, a wall and a floor.

The law of this file: geometry only, as arrays of numbers, compiled; it runs a thousand times slower without numba.
"""

import numpy as np
from numpy.typing import NDArray

from tools.compiled import compiled

Array = NDArray[np.float32]


@compiled
def _distance(dice: Array, rods: Array, wall: Array, x: float, y: float, z: float) -> tuple[float, int]:
    """Distance of a point to the scene, and what is nearest: 0 floor, 1.. dice, then rods, -1 wall."""
    best, which = z, 0
    for k in range(dice.shape[0]):
        die = dice[k]
        px, py, pz = x - die[0], y - die[1], z - die[2]
        size, edge, ball = die[12], die[13], die[14]
        reach = px * px + py * py + pz * pz
        if reach > (best + 1.8 * size) ** 2:
            continue
        qx = abs(px * die[3] + py * die[6] + pz * die[9]) / size
        qy = abs(px * die[4] + py * die[7] + pz * die[10]) / size
        qz = abs(px * die[5] + py * die[8] + pz * die[11]) / size
        ax, ay, az = qx - 1 + edge, qy - 1 + edge, qz - 1 + edge
        d = min(max(ax, ay, az), 0.0) - edge + np.sqrt(max(ax, 0.0) ** 2 + max(ay, 0.0) ** 2 + max(az, 0.0) ** 2)
        if ball < 2:
            d = max(d, np.sqrt(qx * qx + qy * qy + qz * qz) - ball)
        d *= size
        if d < best:
            best, which = d, k + 1
    for k in range(rods.shape[0]):
        rod = rods[k]
        ax, ay, az = rod[3] - rod[0], rod[4] - rod[1], rod[5] - rod[2]
        px, py, pz = x - rod[0], y - rod[1], z - rod[2]
        t = min(1.0, max(0.0, (px * ax + py * ay + pz * az) / (ax * ax + ay * ay + az * az)))
        d = np.sqrt((px - t * ax) ** 2 + (py - t * ay) ** 2 + (pz - t * az) ** 2) - rod[6]
        if d < best:
            best, which = d, dice.shape[0] + 1 + k
    if wall[5] > 0:
        d = max(wall[3] - (x * wall[0] + y * wall[1] + z * wall[2]), z - wall[4])
        if d < best:
            best, which = d, -1
    return best, which


@compiled
def march(
    dice: Array, rods: Array, wall: Array, start: Array, ray: Array, steps: int, far: float
) -> tuple[Array, NDArray[np.int16]]:
    """How far each ray (n, 3) goes, and what it meets."""
    t = np.empty(len(ray), np.float32)
    met = np.zeros(len(ray), np.int16)
    for i in range(len(ray)):
        gone = 0.02
        for _ in range(steps):
            d, which = _distance(
                dice,
                rods,
                wall,
                start[i, 0] + ray[i, 0] * gone,
                start[i, 1] + ray[i, 1] * gone,
                start[i, 2] + ray[i, 2] * gone,
            )
            met[i] = which
            gone += d
            if d < 0.004 or gone > far:
                break
        t[i] = gone
    return t, met


@compiled
def normals(dice: Array, rods: Array, wall: Array, p: Array) -> Array:
    n = np.empty_like(p)
    e = 0.01
    for i in range(len(p)):
        x, y, z = p[i]
        a = _distance(dice, rods, wall, x + e, y, z)[0] - _distance(dice, rods, wall, x - e, y, z)[0]
        b = _distance(dice, rods, wall, x, y + e, z)[0] - _distance(dice, rods, wall, x, y - e, z)[0]
        c = _distance(dice, rods, wall, x, y, z + e)[0] - _distance(dice, rods, wall, x, y, z - e)[0]
        length = max(np.sqrt(a * a + b * b + c * c), 1e-6)
        n[i, 0], n[i, 1], n[i, 2] = a / length, b / length, c / length
    return n


@compiled
def openness(dice: Array, rods: Array, wall: Array, p: Array, n: Array, reach: float) -> Array:
    """How much of the sky each point (n, 3) sees, 0..1, by what stands within `reach` along its normal."""
    out = np.empty(len(p), np.float32)
    for i in range(len(p)):
        hidden, weight = 0.0, 1.0
        for k in range(1, 6):
            high = reach * k / 5
            x, y, z = p[i] + n[i] * high
            d, _ = _distance(dice, rods, wall, x, y, z)
            hidden += weight * max(high - d, 0.0) / high
            weight *= 0.75
        out[i] = max(0.0, 1 - hidden / 3.05)
    return out
