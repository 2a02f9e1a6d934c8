import Long from 'long';
import protobuf from 'protobufjs';
import { invalid } from '../grpc/refusal';

/** EventStoreDB's messages, as far as this server needs them. */
const SCHEMA = `
syntax = "proto3";
message Empty {}
message Uuid { oneof value { Structured structured = 1; string text = 2; } message Structured { int64 high = 1; int64 low = 2; } }
message StreamName { bytes name = 3; }
message Position { uint64 commit = 1; uint64 prepare = 2; }
message ReadRequest { Options options = 1;
  message Options {
    oneof source { StreamSource stream = 1; AllSource all = 2; }
    int32 direction = 3;
    bool resolve_links = 4;
    oneof amount { uint64 count = 5; Empty subscription = 6; }
    oneof filtering { Filter filter = 7; Empty no_filter = 8; }
  }
  message StreamSource { StreamName stream = 1; oneof from { uint64 revision = 2; Empty start = 3; Empty end = 4; } }
  message AllSource { oneof from { Position position = 1; Empty start = 2; Empty end = 3; } }
  message Filter {
    oneof subject { Expression stream_name = 1; Expression event_type = 2; }
    oneof window { uint32 max = 3; Empty unlimited = 4; }
    uint32 checkpoint_interval = 5;
  }
  message Expression { string regex = 1; repeated string prefix = 2; }
}
message ReadResponse {
  oneof content { Confirmation confirmation = 2; Position checkpoint = 3; StreamNotFound stream_not_found = 4; Empty caught_up = 8; }
  message Confirmation { string subscription_id = 1; }
  message StreamNotFound { StreamName stream = 1; }
}
message ProposedEvent { Uuid id = 1; map<string, string> metadata = 2; bytes custom_metadata = 3; bytes data = 4; }
message AppendOptions { StreamName stream = 1;
  oneof expected { uint64 revision = 2; Empty no_stream = 3; Empty any = 4; Empty stream_exists = 5; } }
message AppendRequest { oneof content { AppendOptions options = 1; ProposedEvent event = 2; } }
message AppendResponse { oneof result { Success success = 1; WrongRevision wrong_revision = 2; }
  message WrongRevision {
    oneof old_current { uint64 old_current_revision = 1; Empty old_current_no_stream = 2; }
    oneof old_expected { uint64 old_expected_revision = 3; Empty old_expected_any = 4; Empty old_expected_stream_exists = 5; }
    oneof current { uint64 current_revision = 6; Empty current_no_stream = 7; }
    oneof expected { uint64 expected_revision = 8; Empty expected_any = 9; Empty expected_stream_exists = 10; Empty expected_no_stream = 11; }
  }
}
message Success { oneof revision { uint64 current_revision = 1; Empty no_stream = 2; } oneof place { Position position = 3; Empty no_position = 4; } }
message BatchAppendRequest { Uuid correlation_id = 1; Options options = 2; repeated ProposedEvent events = 3; bool is_final = 4;
  message Options { StreamName stream = 1;
    oneof expected { uint64 revision = 2; Empty no_stream = 3; Empty any = 4; Empty stream_exists = 5; }
    Seconds deadline = 6; Seconds timeout = 7; } }
message Seconds { int64 seconds = 1; int32 nanos = 2; }
message BatchAppendResponse { Uuid correlation_id = 1; oneof result { Status error = 2; Success success = 3; } StreamName stream = 4; }
message Status { int32 code = 1; string message = 2; Any details = 3; }
message Any { string type_url = 1; bytes value = 2; }
message BatchWrongRevision {
  oneof current { uint64 current_revision = 1; Empty current_no_stream = 2; }
  oneof expected { uint64 expected_revision = 3; Empty expected_any = 4; Empty expected_stream_exists = 5; Empty expected_no_stream = 6; } }
message MaximumAppendSizeExceeded { uint32 max_append_size = 1; }
message BadRequest { string message = 1; }
message SupportedMethods { repeated Method methods = 1; string server_version = 2;
  message Method { string method_name = 1; string service_name = 2; repeated string features = 3; } }
message ClusterInfo { repeated Member members = 1;
  message Member { Uuid instance_id = 1; int64 time_stamp = 2; int32 state = 3; bool is_alive = 4; EndPoint http_end_point = 5; }
  message EndPoint { string address = 1; uint32 port = 2; } }
`;

const load = (): protobuf.Root => {
  protobuf.util.Long = Long;
  protobuf.configure();
  return protobuf.parse(SCHEMA).root;
};

const root = load();

export type Whole = number | Long;

export interface UuidMessage {
  readonly structured?: { readonly high: Long; readonly low: Long } | null;
  readonly text?: string;
}

export interface StreamName {
  readonly name: Uint8Array;
}

export interface ProposedEvent {
  readonly id?: UuidMessage | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly customMetadata: Uint8Array;
  readonly data: Uint8Array;
}

export interface AppendOptions {
  readonly stream?: StreamName | null;
  readonly expected?: 'revision' | 'noStream' | 'any' | 'streamExists';
  readonly revision: Whole;
}

export interface Seconds {
  readonly seconds: Whole;
  readonly nanos: number;
}

export interface BatchAppendRequest {
  readonly correlationId?: UuidMessage | null;
  readonly options?: (AppendOptions & { readonly deadline?: Seconds | null; readonly timeout?: Seconds | null }) | null;
  readonly events: readonly ProposedEvent[];
  readonly isFinal: boolean;
}

export interface AppendRequestMessage {
  readonly options?: AppendOptions | null;
  readonly event?: ProposedEvent | null;
}

export interface FilterMessage {
  readonly subject?: 'streamName' | 'eventType';
  readonly streamName?: { readonly regex: string; readonly prefix: readonly string[] } | null;
  readonly eventType?: { readonly regex: string; readonly prefix: readonly string[] } | null;
  readonly window?: 'max' | 'unlimited';
  readonly max: number;
  readonly checkpointInterval: number;
}

export interface ReadOptions {
  readonly stream?: {
    readonly stream?: StreamName | null;
    readonly from?: 'revision' | 'start' | 'end';
    readonly revision: Whole;
  } | null;
  readonly all?: {
    readonly from?: 'position' | 'start' | 'end';
    readonly position?: { readonly commit: Whole } | null;
  } | null;
  readonly direction: number;
  readonly amount?: 'count' | 'subscription';
  readonly count: Whole;
  readonly filter?: FilterMessage | null;
}

const decoderOf = (name: string): ((bytes: Uint8Array) => unknown) => {
  const type = root.lookupType(name);
  return (bytes) => {
    try {
      return type.decode(bytes);
    } catch (error) {
      throw invalid(`The message is no ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
};

type Decode<Message> = (bytes: Uint8Array) => Message;

export const decodeReadRequest = decoderOf('ReadRequest') as Decode<{ readonly options?: ReadOptions | null }>;
export const decodeAppendRequest = decoderOf('AppendRequest') as Decode<AppendRequestMessage>;
export const decodeBatchAppendRequest = decoderOf('BatchAppendRequest') as Decode<BatchAppendRequest>;

type ResponseName =
  | 'ReadResponse'
  | 'AppendResponse'
  | 'BatchAppendResponse'
  | 'BatchWrongRevision'
  | 'MaximumAppendSizeExceeded'
  | 'BadRequest'
  | 'SupportedMethods'
  | 'ClusterInfo';

export const encode = (name: ResponseName, message: Readonly<Record<string, unknown>>): Uint8Array =>
  root.lookupType(name).encode(message).finish();

/** Saturates to Infinity beyond 2^53, which no revision or position of ours reaches. */
export const toNumber = (value: Whole): number =>
  typeof value === 'number' ? value : value.getHighBitsUnsigned() > 0x1fffff ? Infinity : value.toNumber();

export const EMPTY: Readonly<Record<string, never>> = Object.freeze({});
