export * from '../../packages/testing/src/samples/sample-withdrawal-data';
