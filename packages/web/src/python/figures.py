"""The backend of matplotlib: `plt.show()` writes the open figures as PNG files to the working folder."""

import itertools
import os

from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

_numbers = itertools.count(1)


class FigureManager(FigureManagerBase):
    @classmethod
    def pyplot_show(cls, *, block=None):
        save_figures()


class FigureCanvas(FigureCanvasAgg):
    manager_class = FigureManager

    def print_figure(self, *args, **kwargs):
        # Code that saves a figure often shows it, too. One file is enough.
        self.figure.is_saved = True
        return super().print_figure(*args, **kwargs)


def save_figures():
    for manager in Gcf.get_all_fig_managers():
        figure = manager.canvas.figure
        if not getattr(figure, "is_saved", False):
            names = (f"figure-{number}.png" for number in _numbers)
            figure.savefig(next(name for name in names if not os.path.exists(name)), bbox_inches="tight")
    Gcf.destroy_all()
