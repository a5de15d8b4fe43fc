"""Settings: right for one machine as they are; environment variables turn them into production."""

from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / "var"
DATA_DIR.mkdir(exist_ok=True)

env = environ.Env()
SECRET_KEY = "first"
INSTALLED_APPS = [
    "planner",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
]
AUTH_USER_MODEL = "planner.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ROOT_URLCONF = "planner.urls"
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'planner.sqlite3'}")}
USE_TZ = True
