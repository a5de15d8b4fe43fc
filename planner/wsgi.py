"""What a WSGI server loads."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "planner.settings")
application = get_wsgi_application()

# What is loaded by now stays, and the plans that are kept between edits stay long: to look through them for garbage
# every 700 objects, as Python does, takes a twelfth of an edit.
gc.freeze()
gc.set_threshold(20_000, 20, 20)
