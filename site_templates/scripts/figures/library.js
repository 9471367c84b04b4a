// Plotly, fetched once a page by a script element: the way that also works on `file://` and under the page's policy.

const STYLES = "plotly.js-style-global";

let loading = null;

/** The library; rejects if it can't be had, and then the next call tries again. */
export function loadPlotly(url) {
  loading ??= new Promise((resolve, reject) => {
    forbidOwnStyles();
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => {
      script.remove();
      loading = null;
      reject(new Error(url));
    };
    document.head.append(script);
  });
  return loading;
}

// Plotly writes rules into a <style> of its own, which the page's policy refuses; figures.css has the ones that it needs.
// An element by this name tells it so.
function forbidOwnStyles() {
  if (document.getElementById(STYLES)) return;
  const mark = document.createElement("meta");
  mark.id = STYLES;
  mark.className = "no-inline-styles";
  document.head.append(mark);
}
