// tsoa 6.6's generated routes do not compile under exactOptionalPropertyTypes; they are generated, so their types are not checked.
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'src/http/generated/routes.ts';
const source = readFileSync(file, 'utf8');
if (!source.startsWith('// @ts-nocheck')) writeFileSync(file, `// @ts-nocheck\n${source}`);
