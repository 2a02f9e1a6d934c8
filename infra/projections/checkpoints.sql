CREATE SCHEMA IF NOT EXISTS lastro;
-- Updated all the time: room in every page lets an update stay on its page.
CREATE TABLE IF NOT EXISTS lastro.checkpoints (
  projection text PRIMARY KEY,
  position_commit bigint NOT NULL,
  position_prepare bigint NOT NULL,
  generation bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 20);
CREATE TABLE IF NOT EXISTS lastro.projector_leader (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  backend_pid integer NOT NULL,
  beat_at timestamptz NOT NULL
) WITH (fillfactor = 20);
