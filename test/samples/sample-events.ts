export * from '../../packages/testing/src/samples/sample-events';
