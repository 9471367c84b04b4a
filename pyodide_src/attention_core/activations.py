"""The curves that make a network more than a matrix: ReLU and GELU, exact and by tanh, with their slopes."""

import functools
import math

import numpy as np

from .checks import as_float_array

SQRT_HALF = math.sqrt(0.5)
SQRT_TWO_OVER_PI = math.sqrt(2 / math.pi)
CUBIC = 0.044715
ERF_END = 6.0
ERF_BLOCK = 16384
ERF_LAST_T = (ERF_END - 2) / (ERF_END + 2)


def erf(x):
    """The error function, 2/√π ∫₀ˣ e^(−t²) dt, for arrays; absolute error below 1e-15 in float64.

    NumPy has none and SciPy would be heavy in a browser. For 0 ≤ x ≤ 6, erf(x) = 1 − e^(−x²) p(u), where the smooth
    factor p = e^(x²) erfc(x) is a polynomial in u, a stretch of (x − 2) / (x + 2) onto [−1, 1]; beyond 6, erf is 1 to the
    last digit. The change of variable is that of Shepherd & Laframboise (1981).

    >>> erf(np.array([-1.0, 0.0, 0.5])).round(6)
    array([-0.842701,  0.      ,  0.5205  ])
    """
    x = as_float_array("x", x)
    out = np.empty(x.shape, x.dtype)
    flat_x, flat_out = x.reshape(-1), out.reshape(-1)
    for start in range(0, x.size, ERF_BLOCK):
        stop = start + ERF_BLOCK
        flat_out[start:stop] = _erf_block(flat_x[start:stop])
    return out


def _erf_block(x):
    """`erf` of as many numbers as stay in the processor's cache while Horner's rule passes over them 22 times."""
    size = np.minimum(np.abs(x), ERF_END)
    u = 2.0 * ((size - 2.0) / (size + 2.0)) + 1.0 - ERF_LAST_T
    u /= 1.0 + ERF_LAST_T
    coefficients = _scaled_erfc_coefficients()
    smooth = np.full_like(u, coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        smooth *= u
        smooth += coefficient
    smooth *= np.exp(-size * size)
    return np.copysign(1.0 - smooth, x)


@functools.cache
def _scaled_erfc_coefficients(degree=22):
    """Coefficients of p(u), from the constant up: the polynomial through `degree` + 1 Chebyshev points.

    `math.erfc` gives the values; sums of cosines give the series Σ a_k T_k(u), and T_{k+1} = 2 u T_k − T_{k−1} turns it into
    powers of u. The angles are reduced in whole numbers and e^(x²) is split, because the digits lost there would be
    the largest error of all.
    """
    n_points = degree + 1
    cosines = [math.cos(math.pi * quarter / (2 * n_points)) for quarter in range(4 * n_points)]
    values = []
    for i in range(n_points):
        t = (1 + ERF_LAST_T) / 2 * cosines[2 * i + 1] + (ERF_LAST_T - 1) / 2
        x = 2 * (1 + t) / (1 - t)
        short = round(x * 64) / 64  # few enough bits for an exact square
        values.append(math.exp(short * short) * math.exp((x - short) * (x + short)) * math.erfc(x))
    powers = np.zeros(n_points)
    previous, current = np.zeros(n_points), np.eye(1, n_points)[0]  # nothing, and T_0 = 1
    for k in range(n_points):
        series = math.fsum(values[i] * cosines[k * (2 * i + 1) % (4 * n_points)] for i in range(n_points))
        powers += (1 if k == 0 else 2) * series / n_points * current
        following = (1 if k == 0 else 2) * np.roll(current, 1) - previous
        previous, current = current, following
    return powers.tolist()


def relu(x):
    """max(0, x), any shape. Source: Vaswani et al. (2017), eq. 2.

    >>> relu(np.array([-1.0, 2.0]))
    array([0., 2.])
    """
    return np.maximum(as_float_array("x", x), 0)


def relu_backward(grad_output, x):
    """grad where x > 0, and 0 elsewhere (at x = 0 too, where the slope is a matter of choice)."""
    return grad_output * (x > 0)


def gelu(x):
    """x Φ(x) = x/2 (1 + erf(x/√2)), any shape. Source: Hendrycks & Gimpel (2016), §2.

    >>> gelu(np.array([-1.0, 0.0, 1.0])).round(4)
    array([-0.1587,  0.    ,  0.8413])
    """
    x = as_float_array("x", x)
    return 0.5 * x * (1 + erf(x * SQRT_HALF))


def gelu_backward(grad_output, x):
    """grad · (Φ(x) + x φ(x)), with φ the normal density."""
    density = np.exp(-0.5 * x * x) * (SQRT_TWO_OVER_PI / 2)
    return grad_output * (0.5 * (1 + erf(x * SQRT_HALF)) + x * density)


def gelu_tanh(x):
    """x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))), within 5e-4 of `gelu`. Source: Hendrycks & Gimpel (2016), §2.

    >>> gelu_tanh(np.array([-1.0, 0.0, 1.0])).round(4)
    array([-0.1588,  0.    ,  0.8412])
    """
    x = as_float_array("x", x)
    return 0.5 * x * (1 + np.tanh(SQRT_TWO_OVER_PI * (x + CUBIC * x * x * x)))


def gelu_tanh_backward(grad_output, x):
    """grad · (½ (1 + T) + x/2 (1 − T²) √(2/π) (1 + 3·0.044715 x²)), with T the tanh above."""
    bend = np.tanh(SQRT_TWO_OVER_PI * (x + CUBIC * x * x * x))
    inner_slope = SQRT_TWO_OVER_PI * (1 + 3 * CUBIC * x * x)
    return grad_output * (0.5 * (1 + bend) + 0.5 * x * (1 - bend * bend) * inner_slope)


ACTIVATIONS = {"relu": (relu, relu_backward), "gelu": (gelu, gelu_backward), "gelu_tanh": (gelu_tanh, gelu_tanh_backward)}
