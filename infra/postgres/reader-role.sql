-- A role under which the HTTP surface reads: it owns nothing, sees only the rows that policies show it, and of tables
-- without a grant nothing at all. Roles belong to the server and not to the database, so this runs at every start.
DO $$
DECLARE
  is_recent CONSTANT boolean := current_setting('server_version_num')::integer >= 160000;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'READER_ROLE') THEN
    BEGIN
      CREATE ROLE READER_ROLE NOLOGIN;
    EXCEPTION
      -- Another database's service on the same server was first.
      WHEN duplicate_object OR unique_violation THEN NULL;
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION 'the role READER_ROLE is missing and % may not create it', current_user
          USING HINT = format('let an administrator run: CREATE ROLE READER_ROLE NOLOGIN; GRANT READER_ROLE TO %I;', current_user);
    END;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'READER_ROLE' AND (rolsuper OR rolbypassrls)) THEN
    RAISE EXCEPTION 'the role READER_ROLE is above row-level security'
      USING HINT = 'let an administrator run: ALTER ROLE READER_ROLE NOSUPERUSER NOBYPASSRLS;';
  END IF;
  IF NOT pg_has_role(current_user, 'READER_ROLE', CASE WHEN is_recent THEN 'SET' ELSE 'MEMBER' END) THEN
    BEGIN
      EXECUTE format('GRANT READER_ROLE TO %I', current_user);
    EXCEPTION
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION '% may not become READER_ROLE', current_user
          USING HINT = format('let an administrator run: GRANT READER_ROLE TO %I;', current_user);
    END;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA lastro TO READER_ROLE;
