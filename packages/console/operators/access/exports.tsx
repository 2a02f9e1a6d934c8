import { fieldOf } from '../../parts/frame/action';
import { save } from '../../parts/frame/save';
import { useReader } from '../../parts/reader';
import { type ExportedFile, readExport } from '../api/access';
import { ChangeButton } from '../frame/change-dialog';

const FIELDS = { audit: ['to'], payments: ['month', 'partner', 'to'] } as const;

const KINDS = { month: { type: 'month', required: true }, partner: { maxLength: 64 }, to: { maxLength: 20 } } as const;

/** Files of events and of payments; the log names who took them. */
export const Exports = ({ onDone }: { onDone: () => void }) => (
  <p class="tools">
    <Export file="audit" onDone={onDone} />
    <Export file="payments" onDone={onDone} />
  </p>
);

const Export = ({ file, onDone }: { file: ExportedFile; onDone: () => void }) => {
  const { exports } = useReader().words.running.access;
  const send = async (fields: FormData) => {
    const given = ['reason', ...FIELDS[file]].map((name) => [name, fieldOf(fields, name)] as const);
    const answer = await readExport(file, Object.fromEntries(given.filter(([, text]) => text !== '')));
    if (answer.isOk) save(answer.data, `${[file, fieldOf(fields, 'month')].filter(Boolean).join('-')}.csv`);
    return answer;
  };
  return (
    <ChangeButton title={exports[file]} lead={exports.leads[file]} send={send} onDone={onDone}>
      {FIELDS[file].map((name) => (
        <label key={name}>
          <span>{exports[name]}</span>
          <input name={name} {...KINDS[name]} />
        </label>
      ))}
    </ChangeButton>
  );
};
