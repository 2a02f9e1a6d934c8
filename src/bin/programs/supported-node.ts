import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot } from '../../../infra/project-root';

// The first import of every program: others fail on an older Node with an obscure error.
createRequire(__filename)(path.join(projectRoot(), 'scripts', 'check-node.cjs'));
