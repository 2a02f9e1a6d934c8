import { Asked } from '../../parts/frame/asked';
import { Empty } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Id } from '../../parts/values/id';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { RequestItem } from '../../wire-partners';
import { readRequests } from '../api/reads';
import { filtersIn } from '../frame/filters';
import { Older } from '../frame/older';
import { useDashboardWords } from '../frame/signed-in';

/** The latest POST requests and failures. */
export const Requests = ({ query }: { query: string }) => {
  const { developers } = useDashboardWords();
  const filters = filtersIn(query);
  return (
    <section aria-labelledby="requests">
      <h2 id="requests">{developers.requests}</h2>
      <Asked key={query} ask={() => readRequests(filters)}>
        {({ rows, nextCursor }, onReload) => (
          <>
            <RequestTable rows={rows} />
            <Older screen="developers" label={developers.olderRequests} {...{ filters, nextCursor, onReload }} />
          </>
        )}
      </Asked>
    </section>
  );
};

export const RequestTable = ({ rows }: { rows: readonly RequestItem[] }) => {
  const { page } = useReader().words;
  const { developers } = useDashboardWords();
  if (rows.length === 0) return <Empty>{developers.noRequests}</Empty>;
  const columns: readonly Column<RequestItem>[] = [
    { name: page.at, cell: ({ at }) => <Time of={at} /> },
    { name: developers.method, cell: ({ method, route }) => <Text limit={120}>{`${method} ${route}`}</Text> },
    { name: developers.code, cell: ({ status, code }) => <Text limit={60}>{`${status} ${code ?? ''}`}</Text> },
    { name: developers.tookMs, cell: ({ durationMs }) => durationMs },
    { name: developers.requestId, cell: ({ requestId }) => <Id>{requestId}</Id> },
  ];
  return <Table label={developers.requests} columns={columns} rows={rows} keyOf={({ number }) => number} />;
};
