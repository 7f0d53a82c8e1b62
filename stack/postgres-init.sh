#!/bin/sh
# The roles of our services and of the schema registry: each owns the database of its name, and neither is a superuser.
set -eu
for role in legislog registry; do
  psql -q -v ON_ERROR_STOP=1 -v role="$role" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv legislog LEGISLOG_PASSWORD
\getenv registry REGISTRY_PASSWORD
CREATE ROLE :"role" LOGIN;
SELECT format('ALTER ROLE %I PASSWORD %L', :'role', CASE :'role' WHEN 'legislog' THEN :'legislog' ELSE :'registry' END) \gexec
CREATE DATABASE :"role" OWNER :"role";
REVOKE ALL ON DATABASE :"role" FROM PUBLIC;
SQL
done
# The extension of the address lookup: only a superuser can create it.
psql -q -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname legislog -c 'CREATE EXTENSION IF NOT EXISTS postgis'
