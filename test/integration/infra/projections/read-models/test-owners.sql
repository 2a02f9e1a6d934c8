CREATE TABLE IF NOT EXISTS lastro.test_owners (
  owner text PRIMARY KEY,
  events integer NOT NULL,
  total numeric(38, 0) NOT NULL
);
GRANT SELECT ON lastro.test_owners TO PUBLIC;
