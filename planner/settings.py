"""Settings: right for one machine as they are; PLANNER_PRODUCTION and the variables it asks for make a public site."""

import os
import secrets
import sys
from pathlib import Path

import django
import environ

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / "var"


def local_secret(path: Path) -> str:
    """A secret made once for this machine and kept in `path`, so that a restart signs nobody out."""
    path.parent.mkdir(exist_ok=True)
    if not path.exists():
        draft = path.with_suffix(f".{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        draft.replace(path)
    return path.read_text()


env = environ.Env()

PRODUCTION = env.bool("PLANNER_PRODUCTION", default=False)
MISSING = [name for name in ("SECRET_KEY", "ALLOWED_HOSTS") if PRODUCTION and not os.environ.get(name)]
if MISSING:
    # Whatever was to start, a server, a worker or a command, ends with this line alone.
    sys.exit(f"A public site does not start without {' and '.join(MISSING)} in its environment; README.md says more.")
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY") if PRODUCTION else local_secret(DATA_DIR / "secret-key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "planner",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
]
MIDDLEWARE = [
    "planner.web.request_id.RequestIdMiddleware",
    "planner.web.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "planner.web.compression.PageCompressionMiddleware",
    "planner.web.body_limit.BodyLimitMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "planner.web.privacy_gate.PrivacyGate",
]
# Without a token there are no metrics; with one, a scraper that sends it gets them.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
if METRICS_TOKEN:
    # Server processes add up their counts in files; the library reads where at its import.
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(DATA_DIR / "metrics"))
    Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).mkdir(parents=True, exist_ok=True)
    MIDDLEWARE.insert(1, "planner.web.metrics.MetricsMiddleware")
ROOT_URLCONF = "planner.urls"
WSGI_APPLICATION = "planner.wsgi.application"

TEMPLATE_BUILTINS = ["django.templatetags.static"]
if django.VERSION < (6,):
    # Django 6 has template partials of its own.
    INSTALLED_APPS.append("template_partials")
    TEMPLATE_BUILTINS.append("template_partials.templatetags.partials")
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "builtins": TEMPLATE_BUILTINS,
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "planner.web.contexts.my_class.my_class",
            ],
        },
    },
]

DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'planner.sqlite3'}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    Path(DATABASES["default"]["NAME"]).parent.mkdir(exist_ok=True)
    # Writers queue for 20 seconds instead of failing: IMMEDIATE takes the lock before anything is read.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": (
            "PRAGMA journal_mode = WAL;"
            "PRAGMA synchronous = NORMAL;"
            "PRAGMA mmap_size = 134217728;"
            "PRAGMA journal_size_limit = 67108864"
        ),
    }
else:
    DATABASES["default"]["OPTIONS"] = {"pool": True}

# With Redis all server processes count together how often somebody asks; otherwise each counts for itself.
REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}

# With a broker Celery delivers background work; otherwise `manage.py work` looks for it in the database.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="")
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0.1, "interval_max": 0.5}
# Above the lease of a chunk: a message that comes back sooner finds the chunk still taken.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": env.int("CELERY_VISIBILITY_SECONDS", default=180)}
if CELERY_BROKER_URL:
    TASKS = {"default": {"BACKEND": "planner.jobs.celery_backend.CeleryBackend"}}

AUTH_USER_MODEL = "planner.User"
LOGIN_URL = "sign-in"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static" if PRODUCTION else None
WHITENOISE_USE_FINDERS = not PRODUCTION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# The name and the shape that Django 6 gives this setting.
SECURE_CSP = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
}
# A probe on the same machine or network asks without TLS.
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^health/$", r"^ready/$", r"^metrics/$"]
# Above a plan file with its form; what is larger is refused before it is read.
MAX_BODY_BYTES = 3 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_BODY_BYTES
# A form that brings no file and no long text; to decode one takes eighty times its size.
MAX_FORM_BYTES = 512 * 1024
# Where people report a weakness, as an address of a page or mailto:…; there is no security.txt without it.
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
# The neighbours under the same domain are not ours to decide about.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_SECURE = PRODUCTION
if env.bool("BEHIND_PROXY", default=False):
    # Only a proxy that always sets the header itself may be trusted with it.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "planner.logs.JsonFormatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", **({"formatter": "json"} if PRODUCTION else {})}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "planner.requests": {"level": "INFO" if PRODUCTION else "WARNING"},
    },
}
