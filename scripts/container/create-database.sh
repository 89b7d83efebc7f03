#!/bin/sh
# Run once by the image of PostgreSQL, as its superuser: makes the database and the role that Flockwork connects as, which
# owns that database and may do nothing beyond it.
set -eu
: "${FLOCKWORK_DATABASE_PASSWORD:?set it to a long random text of letters and digits}"

# the password in the environment, not among the arguments, which every process can read
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv password FLOCKWORK_DATABASE_PASSWORD
create role flockwork login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database flockwork owner flockwork encoding 'UTF8' template template0;
revoke connect on database postgres from public;
SQL
