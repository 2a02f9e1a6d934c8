export interface Workers {
  readonly running: () => number;
  readonly room: () => number;
  readonly begin: (task: () => Promise<void>) => void;
  readonly idle: () => Promise<void>;
}

export interface WorkersOptions {
  readonly maximum: number;
  readonly onFailure: (error: unknown) => void;
  readonly onRoom: () => void;
}

export const createWorkers = ({ maximum, onFailure, onRoom }: WorkersOptions): Workers => {
  const running = new Set<Promise<void>>();
  const begin = (task: () => Promise<void>) => {
    const ended = task()
      .catch(onFailure)
      .finally(() => {
        running.delete(ended);
        onRoom();
      });
    running.add(ended);
  };
  const idle = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return { running: () => running.size, room: () => maximum - running.size, begin, idle };
};
