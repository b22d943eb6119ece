import { useRef, useState } from 'react';
import { tellError } from '../../lib/errors';

/** What the provider takes of voice messages, the best first; a browser records one of them or none. */
const kinds = ['audio/ogg;codecs=opus', 'audio/mp4'];

/** Records a voice message. */
export function useRecorder(done: (file: File) => void) {
  const [on, setOn] = useState(false);
  const recorder = useRef<MediaRecorder | undefined>(undefined);
  const kind = typeof MediaRecorder === 'undefined' ? undefined : kinds.find((k) => MediaRecorder.isTypeSupported(k));
  const start = async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const r = new MediaRecorder(stream, { mimeType: kind! });
      const parts: Blob[] = [];
      r.ondataavailable = (e) => parts.push(e.data);
      r.onstop = () => {
        for (const track of stream.getTracks()) track.stop();
        const type = kind!.split(';')[0]!;
        done(new File(parts, type === 'audio/ogg' ? 'voice.ogg' : 'voice.m4a', { type }));
      };
      recorder.current = r;
      r.start();
      setOn(true);
    } catch (error) {
      tellError(error);
    }
  };
  return {
    possible: kind !== undefined && Boolean(navigator.mediaDevices),
    on,
    toggle: () => {
      if (!on) return void start();
      recorder.current?.stop();
      setOn(false);
    },
  };
}
