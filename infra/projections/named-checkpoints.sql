-- A checkpoint names the last event of ours that was considered, so that it is noticed when the log is another one. Its
-- position alone says where to go on; `position_*` may be beyond it, behind events that are not ours.
-- Updated all the time: room in every page lets an update stay on its page.
CREATE TABLE IF NOT EXISTS lastro.named_checkpoints (
  projection text PRIMARY KEY,
  stream text,
  revision bigint,
  event_id text,
  event_commit bigint,
  event_prepare bigint,
  position_commit bigint NOT NULL,
  position_prepare bigint NOT NULL,
  generation bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nulls(stream, revision, event_id, event_commit, event_prepare) IN (0, 5))
) WITH (fillfactor = 20);
-- Nothing was ever projected here: a process of the version before must not begin beside this one.
DO $$
BEGIN
  IF to_regclass('lastro.checkpoints') IS NOT NULL AND to_regclass('lastro.checkpoints_without_names') IS NULL
     AND NOT EXISTS (SELECT FROM lastro.checkpoints) THEN
    ALTER TABLE lastro.checkpoints RENAME TO checkpoints_without_names;
  END IF;
END $$;

GRANT SELECT ON lastro.named_checkpoints TO lastro_ops;
