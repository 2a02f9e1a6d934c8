import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot } from '../../infra/project-root';

// The first import of every program: what the others load already fails on an older Node, in words that help nobody.
createRequire(__filename)(path.join(projectRoot(), 'scripts', 'check-node.cjs'));
