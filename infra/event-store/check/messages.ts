import protobuf from 'protobufjs';

/** EventStoreDB's messages as far as the check needs them: events without their data. */
const SCHEMA = `
syntax = "proto3";
message Empty {}
message Uuid { string text = 2; }
message StreamName { bytes name = 3; }
message Read { Options options = 1;
  message Options { oneof source { Stream stream = 1; All all = 2; } int32 direction = 3; uint64 count = 5; Empty no_filter = 8; Uuids uuids = 9; }
  message Stream { StreamName stream = 1; oneof from { Empty start = 3; } }
  message All { oneof from { Empty end = 3; } }
  message Uuids { Empty text = 2; } }
message ReadAnswer { Event event = 1;
  message Event { Recorded event = 1; }
  message Recorded { StreamName stream = 2; map<string, string> metadata = 6; bytes custom_metadata = 7; } }
message BatchAppend { Uuid correlation_id = 1; Options options = 2; bool is_final = 4;
  message Options { StreamName stream = 1; uint64 revision = 2; Seconds timeout = 7; }
  message Seconds { int64 seconds = 1; } }
message BatchAnswer { Status error = 2; Empty success = 3;
  message Status { int32 code = 1; string message = 2; Details details = 3; }
  message Details { string type_url = 1; } }
message ClusterInfo { repeated Member members = 1;
  message Member { int32 state = 3; bool is_alive = 4; EndPoint http_end_point = 5; }
  message EndPoint { string address = 1; uint32 port = 2; } }
message Supported { repeated Method methods = 1; string server_version = 2;
  message Method { string method_name = 1; string service_name = 2; } }
`;

const { root } = protobuf.parse(SCHEMA);

const encoderOf =
  (name: string) =>
  (message: Readonly<Record<string, unknown>>): Uint8Array =>
    root.lookupType(name).encode(message).finish();

const decoderOf =
  (name: string) =>
  (bytes: Uint8Array): unknown =>
    root.lookupType(name).decode(bytes);

export const encodeRead = encoderOf('Read');
export const encodeBatchAppend = encoderOf('BatchAppend');

export interface ReadAnswer {
  readonly event?: { readonly event?: RecordedEvent | null } | null;
}

export interface RecordedEvent {
  readonly stream: { readonly name: Uint8Array };
  readonly metadata: Readonly<Record<string, string>>;
  readonly customMetadata: Uint8Array;
}

export interface BatchAnswer {
  readonly error?: { readonly code: number; readonly message: string; readonly details?: { typeUrl: string } } | null;
}

export interface Member {
  /** EventStoreDB's VNodeState. */
  readonly state: number;
  readonly isAlive: boolean;
  readonly httpEndPoint?: { readonly address: string; readonly port: number } | null;
}

export interface Supported {
  readonly serverVersion: string;
  /** In lower case. */
  readonly methods: readonly { readonly methodName: string; readonly serviceName: string }[];
}

type Decode<Message> = (bytes: Uint8Array) => Message;

export const decodeReadAnswer = decoderOf('ReadAnswer') as Decode<ReadAnswer>;
export const decodeBatchAnswer = decoderOf('BatchAnswer') as Decode<BatchAnswer>;
export const decodeClusterInfo = decoderOf('ClusterInfo') as Decode<{ readonly members: readonly Member[] }>;
export const decodeSupported = decoderOf('Supported') as Decode<Supported>;
