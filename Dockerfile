FROM python:3.13-slim
WORKDIR /app
COPY requirements-servers.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements-servers.txt
COPY manage.py ./
COPY planner planner
COPY templates templates
COPY static static
RUN PLANNER_PRODUCTION=1 SECRET_KEY=not-used-after-this-line ALLOWED_HOSTS=none \
    python manage.py collectstatic --noinput \
    && useradd --system planner && chown -R planner var
ENV PLANNER_PYTHON=this
USER planner
