/** In the order of Solana's TransactionError; litesvm reports the number. */
const TRANSACTION_ERRORS = [
  'AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee',
  'InvalidAccountForFee AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee',
  'InvalidAccountIndex SignatureFailure InvalidProgramForExecution SanitizeFailure ClusterMaintenance',
  'AccountBorrowOutstanding WouldExceedMaxBlockCostLimit UnsupportedVersion InvalidWritableAccount',
  'WouldExceedMaxAccountCostLimit WouldExceedAccountDataBlockLimit TooManyAccountLocks AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner InvalidAddressLookupTableData InvalidAddressLookupTableIndex',
  'InvalidRentPayingAccount WouldExceedMaxVoteCostLimit WouldExceedAccountDataTotalLimit',
  'MaxLoadedAccountsDataSizeExceeded ResanitizationNeeded InvalidLoadedAccountsDataSizeLimit',
  'UnbalancedTransaction ProgramCacheHitMaxLimit CommitCancelled',
].flatMap((line) => line.split(' '));

const INSTRUCTION_ERRORS = [
  'GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds',
  'IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount',
  'UnbalancedInstruction ModifiedProgramId ExternalAccountLamportSpend ExternalAccountDataModified',
  'ReadonlyLamportChange ReadonlyDataModified DuplicateAccountIndex ExecutableModified RentEpochModified',
  'NotEnoughAccountKeys AccountDataSizeChanged AccountNotExecutable AccountBorrowFailed',
  'AccountBorrowOutstanding DuplicateAccountOutOfSync InvalidError ExecutableDataModified',
  'ExecutableLamportChange ExecutableAccountNotRentExempt UnsupportedProgramId CallDepth MissingAccount',
  'ReentrancyNotAllowed MaxSeedLengthExceeded InvalidSeeds InvalidRealloc ComputationalBudgetExceeded',
  'PrivilegeEscalation ProgramEnvironmentSetupFailure ProgramFailedToComplete ProgramFailedToCompile Immutable',
  'IncorrectAuthority AccountNotRentExempt InvalidAccountOwner ArithmeticOverflow UnsupportedSysvar IllegalOwner',
  'MaxAccountsDataAllocationsExceeded MaxAccountsExceeded MaxInstructionTraceLengthExceeded',
  'BuiltinProgramsMustConsumeComputeUnits BorshIoError',
].flatMap((line) => line.split(' '));

export interface NativeError {
  readonly index?: number;
  readonly accountIndex?: number;
  readonly code?: number;
  readonly err?: () => number | NativeError;
}

const instructionError = (error: number | NativeError): unknown => {
  if (typeof error === 'number') return INSTRUCTION_ERRORS[error];
  return error.code === undefined ? 'BorshIoError' : { Custom: error.code };
};

export const errorOf = (error: number | NativeError): unknown => {
  if (typeof error === 'number') return TRANSACTION_ERRORS[error];
  const { index, accountIndex, err } = error;
  if (err !== undefined) return { InstructionError: [index, instructionError(err.call(error))] };
  if (index !== undefined) return { DuplicateInstruction: index };
  const name = error.constructor.name.replace('TransactionError', '');
  return { [name]: { account_index: accountIndex } };
};
