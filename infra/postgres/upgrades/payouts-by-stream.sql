-- Work and attempts of payouts were keyed by the intent's id; they are keyed by their owner's stream. The rows say the
-- same as before and stay where their checkpoint is, so that nothing is projected, sent or forgotten a second time.
DO $$
DECLARE
  old text;
BEGIN
  FOREACH old IN ARRAY ARRAY['payout_steps', 'payouts'] LOOP
    IF EXISTS (SELECT FROM information_schema.columns
                WHERE table_schema = 'lastro' AND table_name = old AND column_name = 'intent_id') THEN
      EXECUTE format('ALTER TABLE lastro.%I RENAME COLUMN intent_id TO stream', old);
      EXECUTE format('ALTER TABLE lastro.%I ALTER COLUMN stream TYPE text USING ''cashout-'' || stream', old);
    END IF;
  END LOOP;
END $$;
DROP INDEX IF EXISTS lastro.payouts_by_intent;
-- Leases only save trouble: without one a step is looked at once more, and the stream says what there is to do.
DELETE FROM lastro.work_leases WHERE queue IN ('request-payout', 'dispatch-payout', 'resolve-payout');
