-- What simulated providers have been told and have done, by simulator, partner and key. No personal data in clear.
-- One process at a time, because "create if not exists" of two at once can still collide.
select pg_advisory_xact_lock(hashtextextended('sandbox_books', 0));

create schema if not exists sandbox_books;

create table if not exists sandbox_books.entries (
  book text not null,
  partner_id text not null,
  idempotency_key text not null,
  -- Milliseconds since 1970, by the service's clock.
  opened_at_ms bigint not null,
  entry jsonb not null,
  primary key (book, partner_id, idempotency_key)
);

create index if not exists entries_by_time on sandbox_books.entries (book, partner_id, opened_at_ms);
