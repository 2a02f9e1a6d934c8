CREATE SCHEMA IF NOT EXISTS lastro;
-- Operational state: the last answer of each source of prices. A rebuild neither touches nor compares it.
CREATE TABLE IF NOT EXISTS lastro.price_ticks (
  source text NOT NULL,
  base text NOT NULL,
  quote text NOT NULL,
  bid text NOT NULL,
  ask text NOT NULL,
  source_ms bigint,
  received_ms bigint NOT NULL,
  changed_ms bigint NOT NULL,
  PRIMARY KEY (source, base, quote)
);
