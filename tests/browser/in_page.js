// What a person would see of an element, measured in the page: window.look(element) lists what
// is wrong with it. Contrast is WCAG's ratio of a text's colour to all that is painted below it.

(() => {
  const LEAST_CONTRAST = 4.5;
  const LONGEST_WHOLE_WORD = 14; // characters; a longer one may be broken anywhere

  // --- colours -----------------------------------------------------------------------------

  // Computed colours are rgb(), rgba() or, where color-mix made them, color(srgb …).
  function parse(text) {
    const numbers = (text.match(/-?[\d.]+(e-?\d+)?%?/g) || []).map((one) =>
      one.endsWith("%") ? parseFloat(one) / 100 : parseFloat(one));
    if (/^rgba?\(/.test(text)) {
      const [r, g, b, a = 1] = numbers;
      return [r / 255, g / 255, b / 255, a];
    }
    if (/^color\(srgb /.test(text)) {
      const [r, g, b, a = 1] = numbers;
      return [r, g, b, a];
    }
    throw new Error(`not a colour that is understood here: ${text}`);
  }

  function over(top, below) {
    const alpha = top[3];
    const mixed = [0, 1, 2].map((i) => top[i] * alpha + below[i] * (1 - alpha));
    return [...mixed, 1];
  }

  function luminance(colour) {
    const [r, g, b] = colour.slice(0, 3).map((one) =>
      one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function ratio(one, other) {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }

  // What the browser paints where nobody painted anything: dark in a dark colour scheme.
  function canvas() {
    const probe = document.createElement("div");
    probe.style.backgroundColor = "Canvas";
    document.documentElement.append(probe);
    const colour = parse(getComputedStyle(probe).backgroundColor);
    probe.remove();
    return colour;
  }

  // What is painted below an element's text, and how much of the text there is; asked for so
  // often that it is remembered while one element is looked at.
  let known = new Map();

  function ground(element) {
    if (element === null) return { colour: canvas(), opacity: 1 };
    if (!known.has(element)) {
      const below = ground(element.parentElement);
      const style = getComputedStyle(element);
      if (style.backgroundImage !== "none") throw new Error("a background image");
      known.set(element, {
        colour: over(parse(style.backgroundColor), below.colour),
        opacity: below.opacity * parseFloat(style.opacity),
      });
    }
    return known.get(element);
  }

  function contrast(element, pseudo) {
    const { colour, opacity } = ground(element);
    const text = parse(getComputedStyle(element, pseudo).color);
    text[3] *= opacity;
    return ratio(over(text, colour), colour);
  }

  // For those who hear the page: a name that stands nowhere on it.
  function isOnlyHeard(element) {
    for (let one = element; one; one = one.parentElement) {
      if (getComputedStyle(one).clipPath === "inset(50%)") return true;
    }
    return false;
  }

  // --- text --------------------------------------------------------------------------------

  function isShown(element) {
    return element.checkVisibility({ checkVisibilityCSS: true, contentVisibilityAuto: true });
  }

  function texts(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      const isSeen = isShown(parent) && !isOnlyHeard(parent);
      // Where the text of a box or a list is painted, the page isn't told.
      const isPlaced = !["STYLE", "OPTION", "TEXTAREA"].includes(parent.tagName);
      if (node.data.trim() && isPlaced && isSeen) found.push(node);
    }
    return found;
  }

  function boxes(node, start = 0, end = node.length) {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter((box) => box.width > 0);
  }

  // Words, not whole texts: the space at the end of a line may hang over the edge.
  function words(node) {
    return [...node.data.matchAll(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]+/gu)].map((found) => {
      const at = boxes(node, found.index, found.index + found[0].length);
      const tops = at.map((box) => box.top);
      return {
        text: found[0],
        right: Math.max(...at.map((box) => box.right)),
        isBroken: Math.max(...tops) - Math.min(...tops) > 2,
      };
    });
  }

  // --- what is wrong -----------------------------------------------------------------------

  function named(element) {
    const words = element.textContent.trim().replace(/\s+/g, " ").slice(0, 50);
    return `${element.tagName.toLowerCase()}.${element.className} "${words}"`;
  }

  // A code block: it may scroll, and break its lines anywhere.
  function isCode(element) {
    return element.closest("pre") !== null;
  }

  function isWholeWord(text) {
    return text.length <= LONGEST_WHOLE_WORD && /^[\p{L}\p{N}]+$/u.test(text);
  }

  function* wrongSizes(root) {
    const right = root.getBoundingClientRect().right + 1;
    const page = document.scrollingElement;
    if (page.scrollWidth > page.clientWidth) yield "the page scrolls sideways";
    for (const element of [root, ...root.querySelectorAll("*")]) {
      if (element.tagName === "STYLE" || !isShown(element) || isOnlyHeard(element)) continue;
      if (["TEXTAREA", "SELECT", "OPTION"].includes(element.tagName)) continue; // they scroll
      const style = getComputedStyle(element);
      const isBlock = style.display !== "inline";
      if (isBlock && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) {
        yield `wider inside than outside: ${named(element)}`;
      }
      if (element.getBoundingClientRect().right > right) yield `sticks out: ${named(element)}`;
      const isCut = isBlock && element.scrollHeight > element.clientHeight + 1;
      if (isCut && style.overflowY !== "visible" && !isCode(element)) {
        yield `cut off below: ${named(element)}`;
      }
    }
  }

  function* wrongTexts(root) {
    const right = root.getBoundingClientRect().right + 1;
    for (const node of texts(root)) {
      const element = node.parentElement;
      const found = contrast(element);
      if (found < LEAST_CONTRAST) yield `contrast ${found.toFixed(2)}: ${named(element)}`;
      if (boxes(node).length === 0) yield `text without a place: ${named(element)}`;
      for (const word of isCode(element) ? [] : words(node)) {
        if (word.right > right) yield `sticks out: ${named(element)}`;
        if (word.isBroken && isWholeWord(word.text)) {
          yield `broken word ${word.text}: ${named(element)}`;
        }
      }
    }
    for (const element of root.querySelectorAll("*")) {
      const content = getComputedStyle(element, "::before").content;
      if (!isShown(element) || ["none", "normal"].includes(content)) continue;
      const found = contrast(element, "::before");
      if (found < LEAST_CONTRAST) yield `contrast ${found.toFixed(2)}: ${content}`;
    }
  }

  function afresh(look) {
    return (element) => {
      known = new Map();
      return look(element);
    };
  }

  window.contrastOf = afresh((element) => contrast(element));
  window.look = afresh((root) => [...wrongSizes(root), ...wrongTexts(root)]);
})();
