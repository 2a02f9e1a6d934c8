import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly name: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

const classOf = ({ isNumber }: { readonly isNumber?: boolean }) => (isNumber === true ? 'number' : undefined);

/** A table that scrolls sideways by itself where the screen is narrow. */
export const Table = <Row,>({ label, columns, rows, keyOf }: TableProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
  <div class="scroll" tabIndex={0}>
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" class={classOf(column)}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td class={classOf(column)}>{column.cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
