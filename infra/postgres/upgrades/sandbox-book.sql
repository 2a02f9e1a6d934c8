-- Earlier versions kept the sandbox's books in three schemas: sandbox_bank (orders, callbacks, times), sandbox_books
-- (entries) and sandbox_kyc (sessions, callbacks). A bank that forgot a payout would deny it, and it would be sent again.
DO $$
DECLARE
  old text;
BEGIN
  -- A process of an earlier version that still runs writes no more.
  FOREACH old IN ARRAY ARRAY['sandbox_bank.orders', 'sandbox_bank.callbacks', 'sandbox_bank.times',
                             'sandbox_books.entries', 'sandbox_kyc.sessions', 'sandbox_kyc.callbacks'] LOOP
    IF to_regclass(old) IS NOT NULL THEN
      EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', old);
    END IF;
  END LOOP;
  IF to_regclass('sandbox_bank.times') IS NOT NULL THEN
    INSERT INTO lastro.sandbox_book (kind, partner_id, key, state, at_ms)
    SELECT 'time', partner_id, '', '{}', ahead_ms FROM sandbox_bank.times;
  END IF;
  IF to_regclass('sandbox_bank.orders') IS NOT NULL THEN
    -- Columns that the oldest versions lacked are read from the row as JSON.
    INSERT INTO lastro.sandbox_book (kind, partner_id, key, state, at_ms)
    SELECT 'payout', partner_id, idempotency_key, jsonb_build_object(
        'providerId', provider_id, 'amountCents', amount_cents::text, 'scenario', scenario,
        'settleDelayMs', settle_delay_ms, 'calls', calls, 'bookedAtMs', booked_at_ms,
        'kind', coalesce(r->>'kind', 'PIX_BRCODE'), 'payeeKeyMasked', r->'payee_key_masked',
        'calledAtMs', r->'called_at_ms', 'bookedAheadMs', coalesce(r->'booked_ahead_ms', '0'),
        'returnedCents', coalesce(r->>'returned_cents', '0'),
        'decision', CASE WHEN decision IS NOT NULL THEN jsonb_build_object(
          'outcome', decision, 'code', r->'decision_code', 'decidedAtMs', decided_at_ms) END),
      coalesce(booked_at_ms, (r->>'called_at_ms')::bigint, 0)
      FROM (SELECT *, to_jsonb(o) AS r FROM sandbox_bank.orders o) AS orders;
    INSERT INTO lastro.sandbox_book (kind, partner_id, key, state, at_ms)
    SELECT 'callback', partner_id, about || ' ' || place,
      jsonb_build_object('place', place, 'eventId', provider_event_id, 'about', about, 'forged', forged,
        'type', coalesce(r->>'type', 'payout.changed'), 'tries', coalesce(r->'tries', '0'),
        'dueAtMs', coalesce((r->>'first_due_at_ms')::bigint, due_at_ms)), due_at_ms
      FROM (
        SELECT c.provider_event_id, c.idempotency_key AS about, c.due_at_ms, c.forged, to_jsonb(c) AS r,
          lpad(c.sequence::text, 12, '0') AS place, coalesce(to_jsonb(c)->>'partner_id', (
            SELECT partner_id FROM sandbox_bank.orders o WHERE o.idempotency_key = c.idempotency_key LIMIT 1)) AS partner_id
          FROM sandbox_bank.callbacks c) AS planned
     WHERE partner_id IS NOT NULL;
  END IF;
  IF to_regclass('sandbox_books.entries') IS NOT NULL THEN
    INSERT INTO lastro.sandbox_book (kind, partner_id, key, state, at_ms)
    SELECT CASE book WHEN 'charges' THEN 'charge' WHEN 'refunds' THEN 'refund' ELSE 'delivery' END,
      partner_id, idempotency_key, entry, opened_at_ms FROM sandbox_books.entries
     WHERE book IN ('charges', 'refunds', 'deliveries');
  END IF;
  IF to_regclass('sandbox_kyc.sessions') IS NOT NULL THEN
    -- Builds before the first release kept persons in clear; nothing here can seal them, and they go with their schema.
    INSERT INTO lastro.sandbox_book (kind, partner_id, key, state, at_ms)
    SELECT 'kyc', partner_id, provider_session_id, jsonb_build_object(
        'ref', ref, 'person', encode(decode(substr(r->>'person', 3), 'hex'), 'base64'),
        'settleDelayMs', settle_delay_ms, 'openedAtMs', opened_at_ms, 'openings', openings, 'decision', decision,
        'decidedReason', r->'decided_reason', 'scenario', r->'scenario', 'bookedAheadMs', coalesce((
          SELECT at_ms FROM lastro.sandbox_book t WHERE t.kind = 'time' AND t.partner_id = sessions.partner_id), 0)),
      opened_at_ms
      FROM (SELECT *, to_jsonb(s) AS r FROM sandbox_kyc.sessions s) AS sessions
     WHERE r->>'person' IS NOT NULL;
  END IF;
  IF to_regclass('sandbox_kyc.callbacks') IS NOT NULL THEN
    INSERT INTO lastro.sandbox_book (kind, partner_id, key, state, at_ms)
    SELECT 'callback', partner_id, provider_session_id || ' ' || place, jsonb_build_object(
        'place', place, 'eventId', provider_event_id, 'type', 'kyc.changed', 'about', ref, 'forged', false,
        'tries', tries, 'dueAtMs', coalesce(first_due_at_ms, due_at_ms)), due_at_ms
      FROM (
        SELECT c.*, s.provider_session_id,
          replace(c.provider_event_id, 'sbx_evt_' || substr(s.provider_session_id, 5) || '_', '') AS place
          FROM sandbox_kyc.callbacks c JOIN sandbox_kyc.sessions s USING (partner_id, ref)) AS planned;
  END IF;
  DROP SCHEMA IF EXISTS sandbox_bank, sandbox_books, sandbox_kyc CASCADE;
END $$;
