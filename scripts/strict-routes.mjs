// Two changes to the routes that tsoa 6.6 generates. Their types are not checked: they do not compile under
// exactOptionalPropertyTypes. And they check requests by our own template service (src/http/request).
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'src/http/generated/routes.ts';
const THEIRS = /import \{\s*fetchMiddlewares, ExpressTemplateService \} from '@tsoa\/runtime';/;
const OURS = `import { fetchMiddlewares } from '@tsoa/runtime';
import { StrictTemplateService as ExpressTemplateService } from './../request/strict-template-service';`;

const source = readFileSync(file, 'utf8');
if (!source.startsWith('// @ts-nocheck')) {
  if (!THEIRS.test(source)) throw new Error(`${file} does not import tsoa's template service as it did`);
  writeFileSync(file, `// @ts-nocheck\n${source.replace(THEIRS, OURS)}`);
}
