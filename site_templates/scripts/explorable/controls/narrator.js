// Who sets the pace of a scene in steps: a clock, or the narration of each step, as long as its reading takes.
// Read aloud on request, by a Spanish voice that the browser has on this machine (others would send the text away).

const PACE = 1100;
const MS_A_WORD = 320;
const PAUSE = 700;

/** A step lasts what a clock says. */
export function createMetronome() {
  let timer = 0;
  return {
    waitsAtTheEnd: false,
    tell(step, done) {
      clearTimeout(timer);
      timer = setTimeout(done, PACE);
    },
    hush: () => clearTimeout(timer),
    stepped() {},
  };
}

/** A step lasts what its narration does. `element` is the stepper, with its voice button and its speed. */
export function createNarrator(explorable, element, control) {
  const voiceButton = element.querySelector("[data-voice]");
  const speedChoice = element.querySelector("[data-speed]");
  const synthesis = window.speechSynthesis;
  let timer = 0;
  let voice = null;
  let aloud = false;
  // What waits to be told until its drawing is on the page.
  let waiting = null;
  // Kept, because a browser may forget an utterance that nobody holds before it ends.
  let utterance = null;

  const speed = () => Number(speedChoice.value);
  const narration = () => explorable.figure.querySelector("[data-narration]");

  function findVoice() {
    const spanish = (synthesis?.getVoices() ?? []).filter((one) => one.localService && /^es\b/i.test(one.lang));
    voice = spanish.find((one) => /^es[-_](mx|us|419)/i.test(one.lang)) ?? spanish[0] ?? null;
    voiceButton.hidden = voice === null;
  }
  findVoice();
  synthesis?.addEventListener?.("voiceschanged", findVoice);
  window.addEventListener("pagehide", hush);

  voiceButton.addEventListener("click", () => {
    aloud = !aloud;
    voiceButton.setAttribute("aria-pressed", String(aloud));
    if (waiting) return;
    if (!aloud) synthesis.cancel();
    else if (!timer) read(() => {});
  });

  explorable.onShown(() => {
    if (waiting && waiting.step === shownStep()) {
      const { done } = waiting;
      waiting = null;
      read(done);
    }
  });

  function shownStep() {
    return explorable.shownState?.[control.name];
  }

  function tell(step, done) {
    hush();
    if (shownStep() === step) read(done);
    else waiting = { step, done };
  }

  function read(done) {
    const place = narration();
    const finish = () => {
      timer = setTimeout(() => {
        timer = 0;
        done();
      }, PAUSE / speed());
    };
    const words = (place?.textContent ?? "").split(/\s+/).length;
    const silently = (words * MS_A_WORD) / speed();
    if (!aloud || !voice || !place) {
      timer = setTimeout(finish, silently);
      return;
    }
    synthesis.cancel();
    const mine = new SpeechSynthesisUtterance(place.dataset.narration);
    utterance = mine;
    mine.voice = voice;
    mine.lang = voice.lang;
    mine.rate = speed();
    // A voice that fails or is silenced leaves the text on for as long as reading it takes.
    mine.onend = () => utterance === mine && finish();
    mine.onerror = () => {
      if (utterance === mine) timer = setTimeout(finish, silently);
    };
    synthesis.speak(mine);
  }

  function hush() {
    clearTimeout(timer);
    timer = 0;
    waiting = null;
    if (utterance) synthesis.cancel();
    utterance = null;
  }

  return {
    waitsAtTheEnd: true,
    tell,
    hush,
    /** The reader went to a step by hand. */
    stepped(step) {
      if (aloud) tell(step, () => {});
    },
  };
}
